import { writeFileSync } from 'node:fs'
import { clientTypes, TYPES_FILE } from './generate.ts'

/** `npm run client:generate` generates the client types from the OpenAPI document. */
writeFileSync(TYPES_FILE, await clientTypes())
