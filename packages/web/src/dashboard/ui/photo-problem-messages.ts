import { catalog } from '../../shared/language.ts'

/** The problems of uploaded photos, in words for staff. */
export const photoProblemMessages = catalog({
  en: {
    photo_in_use: {
      title: 'The photo is in use',
      text: 'Remove it from the properties and event types that show it first.',
    },
    photo_limit_reached: {
      title: 'Too many photos',
      text: 'The account has as many uploaded photos as it can have. Remove some that you no longer show. They are deleted a day later.',
    },
    photo_unreadable: {
      title: 'Photo not readable',
      text: 'The file is damaged, or no photo that we can show. Save it as JPEG, PNG or WebP in RGB, without animation, and try again.',
    },
  },
  de: {
    photo_in_use: {
      title: 'Das Foto wird verwendet',
      text: 'Entfernen Sie es zuerst aus den Unterkünften und Terminarten, die es zeigen.',
    },
    photo_limit_reached: {
      title: 'Zu viele Fotos',
      text: 'Das Konto hat so viele hochgeladene Fotos, wie es haben kann. Entfernen Sie einige, die Sie nicht mehr zeigen. Sie werden einen Tag später gelöscht.',
    },
    photo_unreadable: {
      title: 'Foto nicht lesbar',
      text: 'Die Datei ist beschädigt oder kein Foto, das wir zeigen können. Speichern Sie es als JPEG, PNG oder WebP in RGB, ohne Animation, und versuchen Sie es noch einmal.',
    },
  },
})
