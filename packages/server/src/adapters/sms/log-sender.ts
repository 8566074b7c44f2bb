import type { Sms, SmsSender } from '../../delivery/ports/sms-sender.ts'

/** Creates a sender for development: it reports each SMS instead of sending it. */
export const createLogSender = (report: (sms: Sms) => void): SmsSender => ({
  async send(sms) {
    report(sms)
    return { kind: 'accepted' }
  },
})
