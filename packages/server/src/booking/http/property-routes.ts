import {
  Property,
  PropertyCreate,
  PropertyList,
  PropertyListQuery,
  PropertyPatch,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { minuteOfDay } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '../properties/properties.ts'
import { propertyRepresentation } from '../properties/property.ts'

const endpoint = accountEndpointOf('Properties')
const params = idParam('property')
const path = '/v1/properties/{id}'

/** The times of a body as minutes of the day. */
const timesOf = <Body extends { readonly checkInTime?: unknown; readonly checkOutTime?: unknown }>({
  checkInTime,
  checkOutTime,
  ...rest
}: Body & {
  readonly checkInTime?: string | undefined
  readonly checkOutTime?: string | undefined
}) => ({
  ...rest,
  checkInMinute: checkInTime === undefined ? undefined : minuteOfDay(checkInTime),
  checkOutMinute: checkOutTime === undefined ? undefined : minuteOfDay(checkOutTime),
})

/** Endpoints for properties. */
export const propertyEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/properties',
    operationId: 'createProperty',
    summary: 'Create a property',
    description:
      'A house, with the times of arrival and departure of all its units. Units are providers of `kind` "unit" that have its id as `propertyId`.',
    body: PropertyCreate,
    answers: { 201: { description: 'The property.', schema: Property } },
    perform: ({ caller, body }) => createProperty(deps, caller, timesOf(body)),
    answer: (property) =>
      created(propertyRepresentation(property), `/v1/properties/${property.id}`),
  }),
  endpoint({
    method: 'get',
    path: '/v1/properties',
    operationId: 'listProperties',
    summary: 'List properties',
    description: `All properties of the account, the oldest first. ${MAY_LACK_RECENT}`,
    query: PropertyListQuery,
    answers: { 200: { description: 'A page of properties.', schema: PropertyList } },
    perform: async ({ caller, query }) => ok(await listProperties(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, propertyRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getProperty',
    summary: 'Read a property',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The property.', schema: Property } },
    perform: ({ caller, params: { id } }) => getProperty(deps, caller, id),
    answer: (property) => resource(propertyRepresentation(property)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateProperty',
    summary: 'Update a property',
    description:
      'Omitted fields keep their values. Existing bookings keep their times of arrival and departure.',
    params,
    body: PropertyPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated property.', schema: Property } },
    perform: ({ caller, params: { id }, body }) => updateProperty(deps, caller, id, timesOf(body)),
    answer: (property) => resource(propertyRepresentation(property)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteProperty',
    summary: 'Delete a property without units',
    description: 'Rejected while it has a unit.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The property is deleted.' } },
    problems: ['property_in_use'],
    perform: ({ caller, params: { id } }) => deleteProperty(deps, caller, id),
    answer: noContent,
  }),
]
