/** The characters of GSM 03.38 that take one unit. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** The characters that take two: they follow an escape. */
const EXTENDED = new Set('^{}\\[~]|€\f')

/** The septets of a text in GSM-7. Undefined if one of its characters is not in that alphabet. */
function septetsOf(text: string): number | undefined {
  let count = 0
  for (const character of text) {
    if (BASIC.has(character)) count += 1
    else if (EXTENDED.has(character)) count += 2
    else return undefined
  }
  return count
}

/**
 * How many segments a text is sent and paid as. GSM-7: 160 septets, or 153 each of several. Other alphabets are UCS-2: 70
 * units of UTF-16, or 67 each of several. An upper bound: a pair of units may have to move to the next segment.
 */
export function segmentsOf(text: string): number {
  const septets = septetsOf(text)
  const [length, alone, each] = septets === undefined ? [text.length, 70, 67] : [septets, 160, 153]
  if (length <= alone) return 1
  // An escape or a surrogate pair is not cut in two, so each segment but the last may lack a unit.
  return Math.ceil(length / (hasPairs(text) ? each - 1 : each))
}

const hasPairs = (text: string): boolean =>
  [...text].some((character) => character.length > 1 || EXTENDED.has(character))
