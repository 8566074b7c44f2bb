import { runAsProcess } from '../composition/command.ts'
import { DEAD_LETTERS_USAGE, runDeadLetters } from '../composition/dead-letters.ts'

await runAsProcess(runDeadLetters, DEAD_LETTERS_USAGE)
