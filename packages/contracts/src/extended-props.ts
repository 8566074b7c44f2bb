/** The most bytes of JSON that `extendedProps` may have. */
export const PROPS_BYTES = 4096
/** How deep `extendedProps` may be nested, itself included. */
export const PROPS_DEPTH = 4

const encoder = new TextEncoder()

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// What both stores keep as it is: DynamoDB has no empty names, and numbers of 1e-130 to 1e125 alone.
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
 * Whether a value is a JSON object within the bounds of `extendedProps`. The depth comes first, so
 * that nothing walks down a value of a hundred thousand levels.
 */
export const isBoundedProps = (value: unknown): boolean =>
  isObject(value) &&
  isStorable(value, PROPS_DEPTH) &&
  encoder.encode(JSON.stringify(value)).byteLength <= PROPS_BYTES
