import { allZones } from './zones.ts'

/** Zones listed at once; a longer list is searched, not read. */
const MAX_SHOWN = 50

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[_/,-]+/g, ' ')
    .toLowerCase()
    .trim()

/** The zone that a text means without a choice: the only one found for it, or else the one whose city it is. */
export function meantZone(text: string, found: readonly string[]): string | undefined {
  const wanted = plain(text)
  if (wanted === '') return undefined
  if (found.length === 1) return found[0]
  return found.find((zone) => plain(zone.split('/').at(-1) ?? '') === wanted)
}

/** The zones whose names contain every word of a text; those whose city starts with it come first. */
export function searchZones(text: string, ...more: readonly string[]): readonly string[] {
  const wanted = plain(text)
  const words = wanted.split(' ')
  const found = allZones(...more).filter((zone) => {
    const name = plain(zone)
    return words.every((word) => name.includes(word))
  })
  const rank = (zone: string) => (plain(zone.split('/').at(-1) ?? '').startsWith(wanted) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_SHOWN)
}
