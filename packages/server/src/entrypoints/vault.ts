import { runVault } from '../composition/vault.ts'

process.exitCode = await runVault(process.argv.slice(2), process.env, {
  report: (text) => void process.stdout.write(text),
  notice: (text) => void process.stderr.write(`${text}\n`),
})
