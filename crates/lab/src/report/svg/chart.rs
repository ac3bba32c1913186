//! A chart: two axes, lines or points between them, and a legend.

use super::axis::{Axis, short};
use super::{COLOURS, escaped, picture};

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Points joined by lines.
    Line,
    /// The same, dashed: the paper's.
    Dashed,
    /// A staircase: a count up to here.
    Steps,
    /// Points alone.
    Points,
    /// Rings: what one of two did not solve.
    Rings,
}

/// A point, and what is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) title: String,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) style: Style,
    /// Which colour.
    pub(crate) colour: usize,
    pub(crate) marks: Vec<Mark>,
}

/// A chart.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    /// Whether there is a line where both numbers are the same.
    pub(crate) has_diagonal: bool,
}

const WIDTH: f64 = 560.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 12.0;
const BELOW: f64 = 46.0;
const PLOT: f64 = 270.0;
/// A line of the legend.
const LINE: f64 = 19.0;
/// Letters of labels are about so wide.
pub(super) const LETTER: f64 = 6.6;

impl Chart {
    /// Draws it.
    pub(crate) fn draw(&self) -> String {
        let side = if self.has_diagonal { PLOT + 70.0 } else { WIDTH - LEFT - RIGHT };
        let (wide, high) = if self.has_diagonal { (side, side) } else { (side, PLOT) };
        let width = LEFT + wide + RIGHT;
        let at_x = |x: f64| LEFT + wide * self.x.place(x);
        let at_y = |y: f64| TOP + high * (1.0 - self.y.place(y));
        let mut parts = self.grid(wide, high);
        if self.has_diagonal {
            let low = self.x.low().max(self.y.low());
            let top = self.x.high().min(self.y.high());
            parts.push_str(&format!(
                "<line class=\"diagonal\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                at_x(low),
                at_y(low),
                at_x(top),
                at_y(top)
            ));
        }
        for series in &self.series {
            parts.push_str(&series.draw(&at_x, &at_y));
        }
        let (legend, lines) = self.legend(width, TOP + high + BELOW);
        parts.push_str(&legend);
        picture(width, TOP + high + BELOW + LINE * lines as f64 + 4.0, &self.title, &parts)
    }

    /// Axes, their numbers and names.
    fn grid(&self, wide: f64, high: f64) -> String {
        let mut parts = String::new();
        let bottom = TOP + high;
        for tick in self.x.ticks() {
            let x = LEFT + wide * self.x.place(tick);
            parts.push_str(&format!(
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\
                 <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 16.0,
                short(tick)
            ));
        }
        for tick in self.y.ticks() {
            let y = TOP + high * (1.0 - self.y.place(tick));
            parts.push_str(&format!(
                "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT + wide,
                LEFT - 7.0,
                y + 4.0,
                short(tick)
            ));
        }
        parts.push_str(&format!(
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom:.1}H{:.1}\"/>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"name\" transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            LEFT + wide,
            LEFT + wide / 2.0,
            bottom + 36.0,
            escaped(&self.x.label),
            TOP + high / 2.0,
            escaped(&self.y.label)
        ));
        parts
    }

    /// The names of the series below the chart, and how many lines they take.
    fn legend(&self, width: f64, top: f64) -> (String, usize) {
        // The paper's dashes have the colour of ours, which has the name.
        let is_named = |series: &&Series| {
            let same = |other: &Series| other.style == Style::Line && other.colour == series.colour;
            series.style != Style::Dashed || !self.series.iter().any(same)
        };
        let named: Vec<&Series> = self.series.iter().filter(is_named).collect();
        if named.len() < 2 {
            return (String::new(), 0);
        }
        let (mut parts, mut x, mut line) = (String::new(), LEFT, 0);
        for series in named {
            let wide = 34.0 + LETTER * series.name.chars().count() as f64;
            if x + wide > width && x > LEFT {
                (x, line) = (LEFT, line + 1);
            }
            let y = top + 10.0 + LINE * line as f64;
            let class = format!("s{} {}", series.colour % COLOURS, series.style.class());
            parts.push_str(&match series.style {
                Style::Points | Style::Rings => {
                    format!("<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>", x + 9.0)
                }
                _ => format!(
                    "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>",
                    x + 18.0
                ),
            });
            parts.push_str(&format!(
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 24.0,
                y + 4.0,
                escaped(&series.name)
            ));
            x += wide;
        }
        (parts, line + 1)
    }
}

impl Style {
    fn class(self) -> &'static str {
        match self {
            Style::Line | Style::Steps => "stroke",
            Style::Dashed => "stroke dashed",
            Style::Points => "fill",
            Style::Rings => "ring",
        }
    }
}

impl Series {
    fn draw(&self, at_x: &impl Fn(f64) -> f64, at_y: &impl Fn(f64) -> f64) -> String {
        let colour = format!("s{}", self.colour % COLOURS);
        let mut path = String::new();
        for (number, mark) in self.marks.iter().enumerate() {
            let (x, y) = (at_x(mark.x), at_y(mark.y));
            path.push_str(&match (number, self.style) {
                (0, _) => format!("M{x:.1} {y:.1}"),
                (_, Style::Steps) => format!("H{x:.1}V{y:.1}"),
                _ => format!("L{x:.1} {y:.1}"),
            });
        }
        let has_line = !matches!(self.style, Style::Points | Style::Rings) && self.marks.len() > 1;
        let mut parts = String::new();
        if has_line {
            parts.push_str(&format!(
                "<path class=\"{colour} {}\" d=\"{path}\"><title>{}</title></path>",
                self.style.class(),
                escaped(&self.name)
            ));
        }
        // A staircase has a point at its end alone: its steps are the points.
        let points = match self.style {
            Style::Steps => &self.marks[self.marks.len().saturating_sub(1)..],
            _ => &self.marks[..],
        };
        let (class, size) = match self.style {
            Style::Rings => ("ring", 4.0),
            Style::Dashed => ("ring", 2.6),
            _ => ("fill", 3.2),
        };
        for mark in points {
            parts.push_str(&format!(
                "<circle class=\"{colour} {class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{size}\"><title>{}</title></circle>",
                at_x(mark.x),
                at_y(mark.y),
                escaped(&mark.title)
            ));
        }
        parts
    }
}
