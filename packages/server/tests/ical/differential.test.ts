import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CORPUS_FOLDER, rangeOf, written } from './busy-of.ts'
import { CORPUS } from './corpus.ts'
import { DIFFERENCES } from './differences.ts'
import type { CorpusCase } from './expected/corpus-case.ts'
import { busyByNodeIcal } from './other-expander.ts'

const ZONE = 'Europe/Berlin'
const zoneOfProcess = process.env.TZ
beforeAll(() => {
  // The other expander resolves dates and floating times in the zone of its process.
  process.env.TZ = ZONE
})
afterAll(() => {
  if (zoneOfProcess === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfProcess
})

function other(one: CorpusCase): readonly string[] | 'throws' {
  const text = readFileSync(new URL(`${one.file}.ics`, CORPUS_FOLDER), 'utf8')
  try {
    return busyByNodeIcal(text, rangeOf(one)).map(written)
  } catch {
    return 'throws'
  }
}

const compared = CORPUS.filter(({ zone }) => zone === undefined || zone === ZONE)
const named = (cases: readonly CorpusCase[]) => cases.map((one) => [one.file, one] as const)
const isKnown = ({ file }: CorpusCase) => DIFFERENCES.some((known) => known.file === file)

describe('another expander agrees with the results computed by hand', () => {
  test.each(named(compared.filter((one) => !isKnown(one))))('%s', (_, one) => {
    expect(other(one)).toEqual(one.busy)
  })
})

describe('another expander differs as explained', () => {
  test.each(named(compared.filter(isKnown)))('%s', (file, one) => {
    const [known, ...more] = DIFFERENCES.filter((difference) => difference.file === file)
    expect(more).toEqual([])
    expect(other(one)).toEqual(known?.other)
    expect(known?.other).not.toEqual(one.busy)
  })
})

test('every explained difference is about a file of the corpus', () => {
  const files = new Set(compared.map(({ file }) => file))
  expect(DIFFERENCES.filter(({ file }) => !files.has(file))).toEqual([])
})
