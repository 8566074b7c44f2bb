import { Directory, DirectoryQuery, PublicProviderPage } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { findPublicProvider, listDirectory } from '../../../application/public/directory.ts'
import { json, page } from '../answer.ts'
import type { HttpContext } from '../context.ts'
import { type AnyEndpoint, endpoint } from '../endpoint.ts'
import { pageOf } from '../paging.ts'
import { providerSlugParam } from '../paths.ts'
import { publicProviderView } from './views.ts'

const tag = 'Public pages'
const access = 'public'

/** Where bookers look for somebody to book. */
export const directoryEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/public/{providerSlug}',
    operationId: 'getPublicProvider',
    tag,
    summary: "What a provider's page shows: what can be booked there",
    access,
    params: providerSlugParam,
    answers: { 200: { description: 'The provider.', schema: PublicProviderPage } },
    perform: ({ params: { providerSlug } }) => findPublicProvider(deps, providerSlug),
    answer: (found) => json(publicProviderView(found)),
  }),
  endpoint({
    method: 'get',
    path: '/v1/directory',
    operationId: 'listDirectory',
    tag,
    summary: 'List the providers that want to be found, all or those of a specialty',
    description: 'Those that are `listed` and have an active event type; by specialty.',
    access,
    query: DirectoryQuery,
    answers: { 200: { description: 'A page of providers.', schema: Directory } },
    perform: async ({ query }) =>
      ok(
        await listDirectory(
          deps,
          query.specialty === undefined ? {} : { specialty: query.specialty },
          pageOf(query),
        ),
      ),
    answer: (listed) => page(listed, publicProviderView),
  }),
]
