import { runDoctor } from '../composition/doctor.ts'

process.exitCode = await runDoctor(process.argv.slice(2), process.env, {
  report: (text) => void process.stdout.write(text),
  notice: (text) => void process.stderr.write(`${text}\n`),
})
