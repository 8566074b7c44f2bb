import type { DatabaseSync } from 'node:sqlite'
import { verifyWebhook, WebhookVerificationError } from '@holdfast/client'
import express, { type Express, type Request, type Response } from 'express'
import { readAppointments } from './diary.ts'
import type { Inbox } from './inbox.ts'

/** What the receiver works with. */
export interface ReceiverOptions {
  /** The secret of the webhook endpoint, `whsec_…`. */
  readonly secret: string
  readonly inbox: Inbox
  readonly diary: DatabaseSync
}

/** The app: `POST /webhooks/holdfast` for Holdfast, and `GET /appointments` for you. */
export function createReceiver({ secret, inbox, diary }: ReceiverOptions): Express {
  const receive = async (request: Request, response: Response): Promise<void> => {
    try {
      const event = await verifyWebhook(request, { secret })
      const isNew = inbox.add(event)
      console.log(`${isNew ? 'received' : 'duplicate'} ${event.type} ${event.id}`)
      response.status(204).end()
      setImmediate(() => inbox.handleAll())
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      console.log(`rejected: ${error.message}`)
      response.status(400).json({ error: error.message })
    }
  }
  const app = express()
  // The signature is of these exact bytes, so nothing may parse the body before it is verified.
  app.post('/webhooks/holdfast', express.raw({ type: 'application/json', limit: '1mb' }), receive)
  app.get('/appointments', (_request, response) => {
    response.json(readAppointments(diary))
  })
  return app
}
