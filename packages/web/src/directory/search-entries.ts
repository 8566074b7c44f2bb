import type { Directory } from '@holdfast/contracts'
import { cityOf } from '../shared/format.ts'

type Entry = Directory['data'][number]

/** A text without accents and capital letters. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** The entries in which each word of a search begins a word of the name, specialty, city or a service. */
export function entriesMatching(entries: readonly Entry[], search: string): readonly Entry[] {
  const wanted = plain(search).split(/\s+/u).filter(Boolean)
  if (wanted.length === 0) return entries
  return entries.filter(({ name, specialty, timeZone, eventTypes }) => {
    const text = [name, specialty ?? '', cityOf(timeZone), ...eventTypes.map(({ title }) => title)]
    const words = plain(text.join(' ')).split(/[^\p{Letter}\p{Number}]+/u)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  })
}
