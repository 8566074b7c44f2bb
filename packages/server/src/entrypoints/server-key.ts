import { runAsProcess } from '../composition/command.ts'
import { runServerKey, SERVER_KEY_USAGE } from '../composition/server-key.ts'

await runAsProcess(runServerKey, SERVER_KEY_USAGE)
