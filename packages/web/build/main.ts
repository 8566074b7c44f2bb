import { ensureBuilt } from './ensure-built.ts'

await ensureBuilt((line) => console.log(line))
