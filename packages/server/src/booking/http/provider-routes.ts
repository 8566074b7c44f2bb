import {
  Provider,
  ProviderChanged,
  ProviderCreate,
  ProviderList,
  ProviderListQuery,
  ProviderPatch,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { createProvider, updateProvider } from '../provider-changes/save-provider.ts'
import { isUnit } from '../providers/provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { providerRepresentation } from '../providers/provider-representation.ts'
import { getProvider, listProviders } from '../providers/read-providers.ts'
import { bookingsOutOfOrder } from '../providers/units.ts'

const endpoint = accountEndpointOf('Providers')
const params = idParam('provider')
const path = '/v1/providers/{id}'

const changeEndpoint = (deps: BookingDependencies): AnyEndpoint =>
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateProvider',
    summary: 'Update a provider',
    description: 'Omitted fields keep their values. Null removes an optional value.',
    params,
    body: ProviderPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated provider.', schema: ProviderChanged } },
    problems: ['slug_taken'],
    perform: async ({ caller, params: { id }, body: { outOfOrder, ...body } }) => {
      const { idempotency: _, ...changer } = caller
      const changed = await updateProvider(deps, changer, id, {
        ...body,
        outOfOrder: outOfOrder?.map(({ from, to, reason }) => ({
          fromDay: dayNumberOf(from),
          toDay: dayNumberOf(to),
          reason,
        })),
      })
      if (!changed.ok) return changed
      const provider = changed.value
      const isNamed = outOfOrder !== undefined && isUnit(provider)
      const affected = isNamed && { affectedBookings: await bookingsOutOfOrder(deps, provider) }
      return ok({ provider, ...affected })
    },
    answer: ({ provider, ...affected }) =>
      resource({ ...providerRepresentation(provider), ...affected }),
  })

/** Endpoints for providers. */
export const providerEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/providers',
    operationId: 'createProvider',
    summary: 'Create a provider',
    description: 'A provider can be booked once it has an event type, or slots that it opened.',
    body: ProviderCreate,
    answers: { 201: { description: 'The provider.', schema: Provider } },
    problems: ['slug_taken', 'not_found'],
    perform: ({ caller, body }) => createProvider(deps, caller, body),
    answer: (provider) => created(providerRepresentation(provider), `/v1/providers/${provider.id}`),
  }),
  endpoint({
    method: 'get',
    path: '/v1/providers',
    operationId: 'listProviders',
    summary: 'List providers',
    description: `All providers of the account, or those of one specialty. ${MAY_LACK_RECENT}`,
    query: ProviderListQuery,
    answers: { 200: { description: 'A page of providers.', schema: ProviderList } },
    perform: async ({ caller, query }) =>
      ok(
        await listProviders(
          deps,
          caller,
          query.specialty === undefined ? {} : { specialty: query.specialty },
          pageOf(query),
        ),
      ),
    answer: (listed) => page(listed, providerRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getProvider',
    summary: 'Read a provider',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The provider.', schema: Provider } },
    perform: ({ caller, params: { id } }) => getProvider(deps, caller, id),
    answer: (provider) => resource(providerRepresentation(provider)),
  }),
  changeEndpoint(deps),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteProvider',
    summary: 'Delete a provider without future bookings',
    description:
      'Its slug can be used again, and its calendars are disconnected. Rejected while it has a future booking.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The provider is deleted.' } },
    problems: ['provider_has_bookings'],
    perform: ({ caller, params: { id } }) => deleteProvider(deps, caller, id),
    answer: noContent,
  }),
]
