import {
  Directory,
  DirectoryQuery,
  PublicProviderPage,
  PublicProviderQuery,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { json, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { providerSlugParam } from '../../kernel/http/paths.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { withAddableTo } from '../public/added-services.ts'
import { findPublicProvider, listDirectory } from '../public/directory.ts'
import { publicProviderRepresentation } from './public-representations.ts'

const endpoint = endpointOf('Public pages')
const access = 'public'

/** Endpoints for the public directory of providers. */
export const directoryEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/public/{providerSlug}',
    operationId: 'getPublicProvider',
    summary: "Read a provider's public page",
    description: 'The provider and its active event types.',
    access,
    params: providerSlugParam,
    query: PublicProviderQuery,
    answers: {
      200: { description: 'The provider and what can be booked.', schema: PublicProviderPage },
    },
    problems: ['account_suspended'],
    perform: async ({ params, query: { accountSlug, addTo } }) => {
      const found = await findPublicProvider(deps, { ...params, accountSlug })
      return found.ok && addTo !== undefined ? ok(withAddableTo(found.value, addTo)) : found
    },
    answer: (found) => json(publicProviderRepresentation(found)),
  }),
  endpoint({
    method: 'get',
    path: '/v1/directory',
    operationId: 'listDirectory',
    summary: 'List the public directory of providers',
    description:
      'Providers that are `listed` and have an active event type or opened dates from today on. With `accountSlug` those of that account, in the order of their creation; otherwise those of all accounts in the shared directory, ordered by specialty.',
    access,
    query: DirectoryQuery,
    answers: { 200: { description: 'A page of providers.', schema: Directory } },
    problems: ['not_found', 'account_suspended'],
    perform: ({ query }) => listDirectory(deps, query, pageOf(query)),
    answer: (listed) => page(listed, publicProviderRepresentation),
  }),
]
