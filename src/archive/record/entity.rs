//! Kinds and armies as JSON, in positions and in the news of what comes into a game.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RecordProblem;
use crate::board::{Army, Frame, Kind, News, SideId, usual_universe};

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
    /// Where it belongs, if not to the universe of its place in the list: two armies to each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub universe: Option<u16>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Forward {
    Up,
    Down,
}

impl ArmyRecord {
    /// An army by its place in the list.
    pub fn of((at, army): (usize, &Army)) -> ArmyRecord {
        let forward = match army.frame {
            Frame::Up => Forward::Up,
            Frame::Down => Forward::Down,
        };
        let universe = (army.universe != usual_universe(at)).then_some(army.universe);
        ArmyRecord { name: army.name.clone(), side: army.side.0, forward, universe }
    }

    pub fn army((at, record): (usize, &ArmyRecord)) -> Army {
        let frame = match record.forward {
            Forward::Up => Frame::Up,
            Forward::Down => Frame::Down,
        };
        let universe = record.universe.unwrap_or_else(|| usual_universe(at));
        Army { name: record.name.clone(), side: SideId(record.side), frame, universe }
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
        armies: news.armies.iter().enumerate().map(ArmyRecord::of).collect(),
        names: news.names.clone(),
    };
    serde_json::to_value(record).expect("news have only strings, numbers and flags")
}

pub fn read_news(value: &Value) -> Result<News, RecordProblem> {
    let record: NewsRecord = Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("news: {problem}")))?;
    Ok(News {
        kinds: record.kinds.iter().map(KindRecord::kind).collect(),
        armies: record.armies.iter().enumerate().map(ArmyRecord::army).collect(),
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
