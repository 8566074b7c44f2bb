import { ensureSiteBuilt } from './ensure-built.ts'

/** `npm run docs:site` builds the documentation that the server shows at `/docs`. */
await ensureSiteBuilt((line) => console.log(line))
