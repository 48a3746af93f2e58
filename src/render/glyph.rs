//! Outlines of letters and figures, taken from the embedded fonts.
