import { writeFileSync } from 'node:fs'
import { eventsPage } from './page.ts'

/** `npm run docs:events` writes the catalog of events, `docs/events.md`. */
writeFileSync('docs/events.md', eventsPage())
