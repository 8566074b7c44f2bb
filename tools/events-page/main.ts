import { writeFileSync } from 'node:fs'
import { eventsPage } from './page.ts'

/** `node tools/events-page/main.ts` writes the catalogue of events, `docs/events.md`. */
writeFileSync('docs/events.md', eventsPage())
