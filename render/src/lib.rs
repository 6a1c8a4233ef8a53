//! Board pictures: a Scene becomes SVG, PNG or an animated GIF.
