import type { DataKeys } from '../../kernel/ports/data-keys.ts'

/** How many unwrapped keys are held in memory, and for how long. */
export interface CacheBounds {
  readonly maxKeys: number
  readonly maxAgeMilliseconds: number
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/** 1000 keys of 32 bytes, for five minutes each: as long as somebody without access could still read. */
export const DEFAULT_CACHE_BOUNDS: CacheBounds = {
  maxKeys: 1000,
  maxAgeMilliseconds: 5 * 60_000,
  now: () => performance.now(),
}

interface Held {
  readonly bytes: Promise<Uint8Array>
  readonly untilMilliseconds: number
}

/**
 * Holds unwrapped keys for a short time, by their wrapped form and their purpose. Requests for a key that is
 * being unwrapped share one call. A failure is not held.
 */
export function withCache(keys: DataKeys, bounds: CacheBounds = DEFAULT_CACHE_BOUNDS): DataKeys {
  const { maxKeys, maxAgeMilliseconds, now } = bounds
  // In the order in which they were added, which is that of their ends.
  const held = new Map<string, Held>()

  const removeEnded = (): void => {
    for (const [name, { untilMilliseconds }] of held) {
      if (untilMilliseconds > now() && held.size <= maxKeys) return
      held.delete(name)
    }
  }

  return {
    create: (purpose) => keys.create(purpose),
    async unwrap(wrapped, purpose) {
      const name = JSON.stringify([
        Buffer.from(wrapped).toString('base64'),
        ...Object.entries(purpose).sort(),
      ])
      removeEnded()
      const found = held.get(name)
      if (found !== undefined) return await found.bytes
      const bytes = keys.unwrap(wrapped, purpose)
      held.set(name, { bytes, untilMilliseconds: now() + maxAgeMilliseconds })
      removeEnded()
      bytes.catch(() => held.delete(name))
      return await bytes
    },
  }
}
