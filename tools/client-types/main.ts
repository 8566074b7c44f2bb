import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../../packages/server/src/composition/http/openapi-document.ts'
import { clientModules } from './generate.ts'

/** `npm run client:generate` generates the types and the methods of the client from the OpenAPI document. */
for (const [file, text] of Object.entries(clientModules(await openApiDocument()))) {
  writeFileSync(file, text)
}
