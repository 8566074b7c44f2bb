import { afterAll } from 'vitest'
import { stopSharedEngine } from './stores.ts'

// Not in the module: files in one worker share it, so its hook would run only for the first file.
afterAll(stopSharedEngine)
