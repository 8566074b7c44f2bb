import { writeFileSync } from 'node:fs'
import { noticesPage } from './page.ts'

/** `npm run docs:notices` writes the table of who is told of which event, `docs/notices.md`. */
writeFileSync('docs/notices.md', noticesPage())
