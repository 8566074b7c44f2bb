import { expect, test } from 'vitest'
import type { CountWrite } from '../../kernel/ports/store.ts'
import { transactEntry } from './requests.ts'

const key = { PK: 'EVENTTYPE#ety_1#SESSION', SK: '1777280400' }
const wireKey = { PK: { S: 'EVENTTYPE#ety_1#SESSION' }, SK: { S: '1777280400' } }
const hold = { ownerId: 'ety_1@1777280400', amount: 2, expiresAtEpochSeconds: 1_777_280_400 }
const wireHold = { L: [{ N: '2' }, { N: '1777280400' }] }
const ALL_OLD = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
const built = (write: CountWrite) => transactEntry('holdfast', write)

test('a claim adds its amount and its mark, if there is room and its owner has no mark', () => {
  expect(built({ kind: 'count-claim', key, amount: 2, max: 30, hold })).toEqual({
    Update: {
      TableName: 'holdfast',
      Key: wireKey,
      UpdateExpression: 'ADD #used :amount, #rev :one SET #mark = :mark',
      ConditionExpression:
        '(attribute_not_exists(#used) OR #used <= :room) AND attribute_not_exists(#mark)',
      ExpressionAttributeNames: {
        '#used': 'used',
        '#rev': 'rev',
        '#mark': 'hold:ety_1@1777280400',
      },
      ExpressionAttributeValues: {
        ':amount': { N: '2' },
        ':one': { N: '1' },
        ':mark': wireHold,
        ':room': { N: '28' },
      },
      ...ALL_OLD,
    },
  })
})

test('a claim above the maximum does not fit into an absent item', () => {
  expect(built({ kind: 'count-claim', key, amount: 4, max: 3 })).toMatchObject({
    Update: {
      ConditionExpression: '#used <= :room',
      ExpressionAttributeValues: { ':room': { N: '-1' } },
    },
  })
})

test('a claim of a final session requires that it is final and open', () => {
  expect(built({ kind: 'count-claim', key, amount: 1, max: 3, isFinal: true })).toMatchObject({
    Update: {
      ConditionExpression:
        '(attribute_not_exists(#used) OR #used <= :room) AND #final = :true AND attribute_not_exists(#closed)',
      ExpressionAttributeNames: { '#final': 'isFinal', '#closed': 'closed' },
      ExpressionAttributeValues: { ':true': { BOOL: true } },
    },
  })
})

test('a confirmation removes the mark, which must exist, or extends it', () => {
  const confirm = { kind: 'count-confirm', key, ownerId: hold.ownerId } as const
  const names = { '#mark': 'hold:ety_1@1777280400', '#rev': 'rev' }
  expect(built({ ...confirm, isFinal: true })).toEqual({
    Update: {
      TableName: 'holdfast',
      Key: wireKey,
      UpdateExpression: 'REMOVE #mark ADD #rev :one',
      ConditionExpression:
        'attribute_exists(#mark) AND #final = :true AND attribute_not_exists(#closed)',
      ExpressionAttributeNames: { ...names, '#final': 'isFinal', '#closed': 'closed' },
      ExpressionAttributeValues: { ':one': { N: '1' }, ':true': { BOOL: true } },
      ...ALL_OLD,
    },
  })
  expect(built({ ...confirm, hold })).toEqual({
    Update: {
      TableName: 'holdfast',
      Key: wireKey,
      UpdateExpression: 'SET #mark = :mark ADD #rev :one',
      ConditionExpression: 'attribute_exists(#mark)',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':one': { N: '1' }, ':mark': wireHold },
      ...ALL_OLD,
    },
  })
})

test('a release subtracts what is used, and removes a given mark, which must exist', () => {
  expect(built({ kind: 'count-release', key, amount: 2, markOf: hold.ownerId })).toEqual({
    Update: {
      TableName: 'holdfast',
      Key: wireKey,
      UpdateExpression: 'ADD #used :minus, #rev :one REMOVE #mark',
      ConditionExpression: '#used >= :amount AND attribute_exists(#mark)',
      ExpressionAttributeNames: {
        '#used': 'used',
        '#rev': 'rev',
        '#mark': 'hold:ety_1@1777280400',
      },
      ExpressionAttributeValues: {
        ':minus': { N: '-2' },
        ':one': { N: '1' },
        ':amount': { N: '2' },
      },
      ...ALL_OLD,
    },
  })
})

test('a replacement writes the whole item under its revision', () => {
  const next = { used: 3, holds: [hold] }
  const attributes = { eventTypeId: 'ety_1', isFinal: true, closed: undefined }
  expect(built({ kind: 'count-replace', key, ifRev: 7, next, attributes })).toEqual({
    Put: {
      TableName: 'holdfast',
      Item: {
        ...wireKey,
        eventTypeId: { S: 'ety_1' },
        isFinal: { BOOL: true },
        used: { N: '3' },
        'hold:ety_1@1777280400': wireHold,
        rev: { N: '8' },
      },
      ConditionExpression: '#rev = :rev',
      ExpressionAttributeNames: { '#rev': 'rev' },
      ExpressionAttributeValues: { ':rev': { N: '7' } },
      ...ALL_OLD,
    },
  })
})

test('an extension of a hold requires its quanta and an expiry that is not later', () => {
  const day = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
  const mark = {
    bookingId: 'ety_1@1777280400',
    firstQuantum: 108,
    quantumCount: 3,
    expiresAtEpochSeconds: 1_777_280_400,
  }
  expect(transactEntry('holdfast', { kind: 'ledger-extend', key: day, hold: mark })).toEqual({
    Update: {
      TableName: 'holdfast',
      Key: { PK: { S: 'PROVIDER#prv_1' }, SK: { S: 'DAY#2026-04-27' } },
      UpdateExpression: 'SET #mark = :mark ADD #rev :one',
      ConditionExpression: '#mark[0] = :first AND #mark[1] = :count AND #mark[2] <= :expiry',
      ExpressionAttributeNames: { '#mark': 'hold:ety_1@1777280400', '#rev': 'rev' },
      ExpressionAttributeValues: {
        ':mark': { L: [{ N: '108' }, { N: '3' }, { N: '1777280400' }] },
        ':one': { N: '1' },
        ':first': { N: '108' },
        ':count': { N: '3' },
        ':expiry': { N: '1777280400' },
      },
      ...ALL_OLD,
    },
  })
})
