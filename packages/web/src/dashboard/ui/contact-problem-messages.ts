import { catalog } from '../../shared/language.ts'

/** The problems of contacts, in words for staff. */
export const contactProblemMessages = catalog({
  en: {
    contact_exists: {
      title: 'This address is known',
      text: 'Another contact has this email address. Use or change that one.',
    },
    contact_merged: {
      title: 'This contact was merged',
      text: 'Another contact stands for it. Use that one, or undo the merge.',
    },
    merge_not_undoable: {
      title: "The merge can't be undone",
      text: 'It is older than 30 days, or there are new bookings with an address of the merged contact.',
    },
    booker_not_allowed: {
      title: 'This person may not book this',
      text: 'They are barred, the event type is for other kinds of customers, or they have booked it as often as allowed. You can book them anyway.',
    },
    contact_has_bookings: {
      title: 'This person still has bookings',
      text: 'Cancel their pending and confirmed bookings first, or let the erasure cancel them.',
    },
  },
  de: {
    contact_exists: {
      title: 'Diese Adresse ist bekannt',
      text: 'Ein anderer Kontakt hat diese E-Mail-Adresse. Verwenden oder ändern Sie diesen.',
    },
    contact_merged: {
      title: 'Dieser Kontakt wurde zusammengeführt',
      text: 'Ein anderer Kontakt steht für ihn. Verwenden Sie diesen, oder trennen Sie die beiden wieder.',
    },
    merge_not_undoable: {
      title: 'Die Kontakte lassen sich nicht mehr trennen',
      text: 'Sie wurden vor über 30 Tagen zusammengeführt, oder es gibt neue Buchungen mit einer Adresse des anderen Kontakts.',
    },
    booker_not_allowed: {
      title: 'Diese Person darf das nicht buchen',
      text: 'Sie ist gesperrt, die Terminart ist für andere Kundengruppen, oder sie hat sie schon so oft gebucht wie erlaubt. Sie können trotzdem buchen.',
    },
    contact_has_bookings: {
      title: 'Diese Person hat noch Buchungen',
      text: 'Sagen Sie die offenen und bestätigten Buchungen zuerst ab oder lassen Sie sie beim Löschen absagen.',
    },
  },
})
