import { runAsProcess } from '../composition/command.ts'
import { DOCTOR_USAGE, runDoctor } from '../composition/doctor.ts'

await runAsProcess(runDoctor, DOCTOR_USAGE)
