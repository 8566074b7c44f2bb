import { runAsProcess } from '../composition/command.ts'
import { RESTORE_USAGE, runRestore } from '../composition/restore.ts'

await runAsProcess(runRestore, RESTORE_USAGE)
