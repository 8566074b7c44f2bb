import { BACKUP_USAGE, runBackup } from '../composition/backup.ts'
import { runAsProcess } from '../composition/command.ts'

await runAsProcess(runBackup, BACKUP_USAGE)
