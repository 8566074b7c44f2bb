import { answerJobs } from '../threads/answer-jobs.ts'
import { makeSizes } from './make-sizes.ts'

/** The thread that reads a photo. A hostile file can only stop this thread, not the server. */
answerJobs(makeSizes)
