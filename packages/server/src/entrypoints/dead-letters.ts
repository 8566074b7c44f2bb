import { runDeadLetters } from '../composition/dead-letters.ts'

process.exitCode = await runDeadLetters(process.argv.slice(2), process.env, {
  report: (text) => void process.stdout.write(text),
  notice: (text) => void process.stderr.write(`${text}\n`),
})
