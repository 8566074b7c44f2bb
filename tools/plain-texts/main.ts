import { writeFileSync } from 'node:fs'
import { PLAIN_TEXTS, plainTextsSource } from './texts.ts'

/** `npm run texts:plain` writes the texts of the booking page that works without scripts, from those of the page with scripts. */
writeFileSync(PLAIN_TEXTS, await plainTextsSource())
