/** The most bytes of `extendedProps` as JSON. */
export const PROPS_BYTES = 4096
/** The most levels of `extendedProps`, counting itself. */
export const PROPS_DEPTH = 4

const encoder = new TextEncoder()

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Every store returns these values unchanged. DynamoDB has no empty names and limits numbers to
// 1e-130 to 1e125.
const isStorableNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 1e-100 && Math.abs(value) <= 1e100)

const isStorableName = (name: string): boolean =>
  name !== '' && name !== '__proto__' && name.isWellFormed()

function isStorable(value: unknown, levelsLeft: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return isStorableNumber(value)
  if (typeof value === 'boolean' || value === null) return true
  if (levelsLeft === 0) return false
  if (Array.isArray(value)) return value.every((entry) => isStorable(entry, levelsLeft - 1))
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, entry]) => isStorableName(name) && isStorable(entry, levelsLeft - 1),
    )
  )
}

/**
 * Whether a value is a JSON object within the bounds of `extendedProps`. The depth is checked first, so
 * that no later step recurses into a value of a hundred thousand levels.
 */
export const isBoundedProps = (value: unknown): boolean =>
  isObject(value) &&
  isStorable(value, PROPS_DEPTH) &&
  encoder.encode(JSON.stringify(value)).byteLength <= PROPS_BYTES
