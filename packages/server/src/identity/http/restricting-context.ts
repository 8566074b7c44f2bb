import type { HttpContext } from '../../kernel/http/context.ts'
import type { RestrictingContext } from '../known-providers.ts'

/** What a call runs with that restricts a member or a key to providers. */
export const restrictingContext = ({ deps, providersOf }: HttpContext): RestrictingContext => ({
  deps,
  isProvider: async (providerId, accountId) =>
    (await providersOf('provider', providerId, accountId)) !== undefined,
})
