import { catalog } from '../../shared/language.ts'

/** The texts of the page of API keys. */
export const apiKeyMessages = catalog({
  en: {
    title: 'API keys',
    lead: 'Each key gives full access to the account. Create one per system, so that you can revoke them separately.',
    add: 'Create key',
    name: 'Name',
    nameHint: 'What the key is for, such as booking site.',
    endsIn: (hint: string) => `ends in ${hint}`,
    createdOn: (when: string) => `created ${when}`,
    current: 'Current session',
    revoke: 'Revoke',
    revokeTitle: 'Revoke this key?',
    revokeText:
      "Requests with this key are rejected and its sessions end immediately. You can't undo this.",
    revoked: 'Key revoked',
    secretTitle: 'Your new API key',
    secretText: "Copy it now and store it safely. You won't see it again.",
  },
  de: {
    title: 'API-Schlüssel',
    lead: 'Jeder Schlüssel gibt vollen Zugriff auf das Konto. Legen Sie für jedes System einen eigenen an, damit Sie ihn einzeln widerrufen können.',
    add: 'Schlüssel anlegen',
    name: 'Name',
    nameHint: 'Wofür der Schlüssel ist, zum Beispiel Buchungsseite.',
    endsIn: (hint: string) => `endet auf ${hint}`,
    createdOn: (when: string) => `angelegt ${when}`,
    current: 'Aktuelle Sitzung',
    revoke: 'Widerrufen',
    revokeTitle: 'Diesen Schlüssel widerrufen?',
    revokeText:
      'Anfragen mit diesem Schlüssel werden abgelehnt, und seine Sitzungen enden sofort. Das lässt sich nicht rückgängig machen.',
    revoked: 'Schlüssel widerrufen',
    secretTitle: 'Ihr neuer API-Schlüssel',
    secretText:
      'Kopieren Sie ihn jetzt und bewahren Sie ihn sicher auf. Er wird nicht noch einmal angezeigt.',
  },
})
