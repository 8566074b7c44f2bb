import { ok, type Result, refuse } from '@holdfast/engine'
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { defineMappedEntity } from '../entity.ts'
import { deadLetterKey, deadLettersRange } from '../keys.ts'
import { type Listed, listPage, type Page } from '../paging.ts'
import type { Item, Store } from '../ports/store.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { commit, type TransactionDependencies } from '../transaction.ts'
import {
  type ConsumerName,
  TASK_ATTRIBUTES,
  type Task,
  type TaskAttributes,
  taskAttributes,
  taskEntity,
  taskFromAttributes,
} from './task.ts'

/** A task that failed for good. */
export interface DeadLetter {
  readonly task: Task
  readonly diedAtEpochSeconds: number
}

/** The id of a dead letter: the consumer and the task. */
export const deadLetterId = (task: Pick<Task, 'consumer' | 'id'>): string =>
  `${task.consumer}.${task.id}`

/** The item of a task that failed for good, in its account. */
export const deadLetterEntity = defineMappedEntity<
  DeadLetter,
  TaskAttributes & { readonly diedAtEpochSeconds: number }
>({
  name: 'dead letter',
  key: ({ task }) => deadLetterKey(task.event.accountId, task.consumer, task.id),
  schema: z.object({ ...TASK_ATTRIBUTES, diedAtEpochSeconds: z.int() }),
  toAttributes: ({ task, diedAtEpochSeconds }) => ({ ...taskAttributes(task), diedAtEpochSeconds }),
  fromAttributes: (attributes) => ({
    task: taskFromAttributes(attributes),
    diedAtEpochSeconds: attributes.diedAtEpochSeconds,
  }),
})

/** The item of a task that failed for good. */
export const deadLetterItem = (task: Task, diedAtEpochSeconds: number): Item =>
  deadLetterEntity.encode({ task, diedAtEpochSeconds })

/** Lists the dead letters of the caller's account, all or those of one consumer. */
export const listDeadLetters = (
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'accountId'>,
  filter: { readonly consumer?: ConsumerName | undefined },
  page: Page,
): Promise<Listed<DeadLetter>> =>
  listPage(
    deps.store,
    deadLettersRange(caller.accountId, filter.consumer),
    page,
    deadLetterEntity.decode,
  )

/** Reads the dead letters of all accounts by scanning the store; for operators only. */
export async function* allDeadLetters(store: Store): AsyncGenerator<DeadLetter> {
  for await (const items of store.scan()) {
    for (const item of items) {
      const { accountId, consumer, taskId } = item
      const key = deadLetterKey(String(accountId), String(consumer), String(taskId))
      if (item.PK === key.PK && item.SK === key.SK) yield deadLetterEntity.decode(item)
    }
  }
}

/**
 * Puts a dead letter back into its queue as a task without failed attempts. Its due time stays the last
 * one, so that it is due by any server's clock.
 */
export async function redriveDeadLetter(
  deps: TransactionDependencies,
  caller: Caller<DeadLetter>,
  id: string,
): Promise<Result<DeadLetter, Refusal>> {
  const dot = id.indexOf('.')
  const key = deadLetterKey(caller.accountId, id.slice(0, dot), id.slice(dot + 1))
  const letter = dot < 1 ? undefined : await deadLetterEntity.read(deps.store, key)
  if (letter === undefined) return notFound('dead_letter', id)
  const { lastError: _, ...task } = letter.task
  const writes = {
    deadLetter: { kind: 'delete-if-version', key, version: letter.task.version },
    task: taskEntity.create({ ...task, failedAttempts: 0 }),
  } as const
  const committed = await commit(deps, caller, writes, letter)
  if (committed.kind === 'done') return ok(letter)
  return committed.kind === 'refused' ? refuse(committed.refusal) : notFound('dead_letter', id)
}
