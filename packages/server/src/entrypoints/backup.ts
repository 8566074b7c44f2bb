import { runAsProcess } from '../composition/command.ts'
import { BACKUP_USAGE, runBackup } from '../composition/backup.ts'

await runAsProcess(runBackup, BACKUP_USAGE)
