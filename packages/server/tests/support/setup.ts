import { afterAll } from 'vitest'
import { stopSharedEngine } from './stores.ts'

// Here and not in the module: files in one worker share it, so its hook would run for the first alone.
afterAll(stopSharedEngine)
