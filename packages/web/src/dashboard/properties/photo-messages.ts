import { catalog } from '../../shared/language.ts'

/** The texts about photos of properties and of what guests book. */
export const photoMessages = catalog({
  en: {
    title: 'Photos',
    lead: 'Guests see them in this order, on the search page and the booking page.',
    one: (number: number) => `Photo ${number}`,
    add: 'Add photo by address',
    upload: 'Upload photos',
    uploadHint:
      'Choose files, or drop them here. We make the sizes and remove where and when they were taken.',
    uploading: (number: number, count: number) => `Uploading photo ${number} of ${count}`,
    full: 'There is no room for it: a list has at most 20 photos.',
    noPicture: 'This browser cannot read it as a photo. Save it as JPEG, PNG or WebP.',
    remove: (number: number) => `Remove photo ${number}`,
    forward: (number: number) => `Move photo ${number} forward`,
    url: 'Address of the photo',
    urlHint: 'Such as https://example.com/room.jpg. The photo stays where it is.',
    alt: 'What it shows',
    altHint: 'For guests who do not see it, such as “A bed with a view of the lake”.',
  },
  de: {
    title: 'Fotos',
    lead: 'Gäste sehen sie in dieser Reihenfolge, auf der Suchseite und der Buchungsseite.',
    one: (number: number) => `Foto ${number}`,
    add: 'Foto mit Adresse hinzufügen',
    upload: 'Fotos hochladen',
    uploadHint:
      'Wählen Sie Dateien aus, oder ziehen Sie sie hierher. Wir erstellen die Größen und entfernen, wo und wann sie aufgenommen wurden.',
    uploading: (number: number, count: number) => `Foto ${number} von ${count} wird hochgeladen`,
    full: 'Dafür ist kein Platz: Eine Liste hat höchstens 20 Fotos.',
    noPicture:
      'Dieser Browser kann es nicht als Foto lesen. Speichern Sie es als JPEG, PNG oder WebP.',
    remove: (number: number) => `Foto ${number} entfernen`,
    forward: (number: number) => `Foto ${number} nach vorn`,
    url: 'Adresse des Fotos',
    urlHint: 'Zum Beispiel https://example.com/zimmer.jpg. Das Foto bleibt, wo es ist.',
    alt: 'Was es zeigt',
    altHint: 'Für Gäste, die es nicht sehen, zum Beispiel „Ein Bett mit Blick auf den See“.',
  },
})
