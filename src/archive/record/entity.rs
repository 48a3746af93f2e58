//! Kinds and armies as JSON, in positions and in the news of what comes into a game.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RecordProblem;
use crate::board::{Army, Frame, Kind, News, SideId};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRecord {
    name: String,
    plural: String,
    letter: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    figure: Option<char>,
    value: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unlettered: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    royal: bool,
}

impl KindRecord {
    pub fn of(kind: &Kind) -> KindRecord {
        KindRecord {
            name: kind.name.clone(),
            plural: kind.plural.clone(),
            letter: kind.letter.clone(),
            figure: kind.figure,
            value: kind.value,
            unlettered: kind.unlettered,
            royal: kind.royal,
        }
    }

    pub fn kind(&self) -> Kind {
        Kind {
            name: self.name.clone(),
            plural: self.plural.clone(),
            letter: self.letter.clone(),
            figure: self.figure,
            value: self.value,
            unlettered: self.unlettered,
            royal: self.royal,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyRecord {
    pub name: String,
    side: u8,
    forward: Forward,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Forward {
    Up,
    Down,
}

impl ArmyRecord {
    pub fn of(army: &Army) -> ArmyRecord {
        let forward = match army.frame {
            Frame::Up => Forward::Up,
            Frame::Down => Forward::Down,
        };
        ArmyRecord { name: army.name.clone(), side: army.side.0, forward }
    }

    pub fn army(&self) -> Army {
        let frame = match self.forward {
            Forward::Up => Frame::Up,
            Forward::Down => Frame::Down,
        };
        Army { name: self.name.clone(), side: SideId(self.side), frame }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewsRecord {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<KindRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    armies: Vec<ArmyRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

/// What an event brings into the game, beside its effects.
pub fn write_news(news: &News) -> Value {
    let record = NewsRecord {
        kinds: news.kinds.iter().map(KindRecord::of).collect(),
        armies: news.armies.iter().map(ArmyRecord::of).collect(),
        names: news.names.clone(),
    };
    serde_json::to_value(record).expect("news have only strings, numbers and flags")
}

pub fn read_news(value: &Value) -> Result<News, RecordProblem> {
    let record: NewsRecord = Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("news: {problem}")))?;
    Ok(News {
        kinds: record.kinds.iter().map(KindRecord::kind).collect(),
        armies: record.armies.iter().map(ArmyRecord::army).collect(),
        names: record.names,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::samples::boards;

    #[test]
    fn news_read_back() {
        for news in [boards().news().clone(), News::default()] {
            assert_eq!(read_news(&write_news(&news)), Ok(news));
        }
        assert!(read_news(&serde_json::json!({"kinds": [{"name": "yeti"}]})).is_err());
    }
}
