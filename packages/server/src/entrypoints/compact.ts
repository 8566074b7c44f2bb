import { runAsProcess } from '../composition/command.ts'
import { COMPACT_USAGE, runCompact } from '../composition/compact.ts'

await runAsProcess(runCompact, COMPACT_USAGE)
