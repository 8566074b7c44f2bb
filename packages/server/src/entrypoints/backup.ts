import { runBackup } from '../composition/backup.ts'

process.exitCode = await runBackup(process.argv.slice(2), process.env, {
  report: (text) => void process.stdout.write(text),
  notice: (text) => void process.stderr.write(`${text}\n`),
})
