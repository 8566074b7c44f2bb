import { Block, BlockCreate, BlockList, BlockListQuery } from '@holdfast/contracts'
import { createBlock, deleteBlock, listBlocks } from '../../../application/blocks/blocks.ts'
import { blockView } from '../../../application/views.ts'
import { created, noContent, page } from '../answer.ts'
import type { HttpContext } from '../context.ts'
import { type AnyEndpoint, endpoint } from '../endpoint.ts'
import { secondsOf } from '../instants.ts'
import { pageOf } from '../paging.ts'
import { blockParams, idParam } from '../paths.ts'

const tag = 'Blocks'
const access = 'account'
const params = idParam('provider')
const path = '/v1/providers/{id}/blocks'

/** Time that a provider takes off. */
export const blockEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path,
    operationId: 'createBlock',
    tag,
    summary: 'Take time off',
    access,
    params,
    body: BlockCreate,
    answers: { 201: { description: 'The block.', schema: Block } },
    problems: ['slot_taken'],
    perform: ({ caller, params: { id }, body }) =>
      createBlock(deps, caller, id, {
        startEpochSeconds: secondsOf(body.start),
        endEpochSeconds: secondsOf(body.end),
        reason: body.reason,
      }),
    answer: (block) =>
      created(blockView(block), `/v1/providers/${block.providerId}/blocks/${block.id}`),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'listBlocks',
    tag,
    summary: 'List the blocks of a provider',
    access,
    params,
    query: BlockListQuery,
    answers: { 200: { description: 'A page of blocks.', schema: BlockList } },
    perform: ({ caller, params: { id }, query }) => listBlocks(deps, caller, id, pageOf(query)),
    answer: (listed) => page(listed, blockView),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{blockId}`,
    operationId: 'deleteBlock',
    tag,
    summary: 'Give blocked time back',
    access,
    params: blockParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The time is free.' } },
    perform: ({ caller, params: { id, blockId } }) => deleteBlock(deps, caller, id, blockId),
    answer: noContent,
  }),
]
