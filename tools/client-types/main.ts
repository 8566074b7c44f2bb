import { writeFileSync } from 'node:fs'
import { clientTypes, TYPES_FILE } from './generate.ts'

/** `npm run client:generate` writes the types of the client from the OpenAPI document. */
writeFileSync(TYPES_FILE, await clientTypes())
