/** The relative luminance of a color `#rrggbb` (WCAG 2.2), from 0 to 1. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black and white contrast equally with a color of this luminance. */
const MIDDLE = 0.179

/** The text color that contrasts more with a background `#rrggbb`, always at least 4.5 to 1. */
export const inkOn = (color: string): '#000000' | '#ffffff' =>
  luminanceOf(color) > MIDDLE ? '#000000' : '#ffffff'
