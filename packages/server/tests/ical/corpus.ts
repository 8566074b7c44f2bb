import type { CorpusCase } from './expected/corpus-case.ts'
import { FORMS } from './expected/forms.ts'
import { PROGRAMS } from './expected/programs.ts'
import { SERIES } from './expected/series.ts'
import { ZONED } from './expected/zoned.ts'

/** Zones of providers: east and west of UTC, with and without DST, and at the date line. */
export const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia']

/** The files of `corpus/` with their expected busy times. */
export const CORPUS: readonly CorpusCase[] = [...PROGRAMS, ...FORMS, ...ZONED, ...SERIES]
