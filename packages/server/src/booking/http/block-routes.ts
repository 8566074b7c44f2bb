import { Block, BlockCreate, BlockList, BlockListQuery } from '@holdfast/contracts'
import { created, noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { blockParams, idParam } from '../../kernel/http/paths.ts'
import { blockRepresentation } from '../blocks/block-representation.ts'
import { createBlock, deleteBlock, listBlocks } from '../blocks/blocks.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { rangeFilter } from './slots-query.ts'

const endpoint = accountEndpointOf('Blocks')
const params = idParam('provider')
const path = '/v1/providers/{id}/blocks'

/** Endpoints for blocked time of a provider. */
export const blockEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path,
    operationId: 'createBlock',
    summary: 'Block time of a provider',
    description:
      'No booking can overlap the block. Rejected if a booking or a hold already takes some of the time.',
    params,
    body: BlockCreate,
    answers: { 201: { description: 'The block.', schema: Block } },
    problems: ['slot_taken', 'provider_is_team'],
    perform: ({ caller, params: { id }, body }) =>
      createBlock(deps, caller, id, {
        startEpochSeconds: secondsOf(body.start),
        endEpochSeconds: secondsOf(body.end),
        reason: body.reason,
      }),
    answer: (block) =>
      created(blockRepresentation(block), `/v1/providers/${block.providerId}/blocks/${block.id}`),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'listBlocks',
    summary: 'List the blocks of a provider',
    description:
      'The blocks of the provider that overlap a range, or all, in the order they were made. A page may have fewer than `limit`; `nextCursor` continues the list.',
    params,
    query: BlockListQuery,
    answers: { 200: { description: 'A page of blocks.', schema: BlockList } },
    perform: ({ caller, params: { id }, query }) =>
      listBlocks(deps, caller, id, pageOf(query), rangeFilter(query)),
    answer: (listed) => page(listed, blockRepresentation),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{blockId}`,
    operationId: 'deleteBlock',
    summary: 'Delete a block',
    description: 'The time can be booked again at once.',
    params: blockParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The block is deleted and its time is free.' } },
    perform: ({ caller, params: { id, blockId } }) => deleteBlock(deps, caller, id, blockId),
    answer: noContent,
  }),
]
