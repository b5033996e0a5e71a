import { removeAccents } from './remove-accents.ts'

const splitWords = (words: string): string[] => words.trim().split(/\s+/)

/** Words of names whose values grant access, in English, Spanish, German, French and a few more languages. */
const PASSWORD_WORDS = splitWords(`
  pass pw psw pin pins puk otp totp tan cvv cvc mfa jwt clave claves mdp
`)
const PASSWORD_PARTS =
  /passw|pass$|passphrase|passcode|passkey|pwd|secret|geheim|contrasen|motdepasse|kennwort|wachtwoord|senha|пароль|credential|cookie|(?:access|private|secret|account|licen[cs]e|shared|signing)keys?$/
const PERMISSION = /token|ticket|session|sessid|auth(?!or(?!i))|sig$|signature|hmac|nonce|csrf|xsrf|api.?key|^key$/i

/** Words for values that identify or locate a person. */
const PERSONAL_WORDS = splitWords(`
  email mail correo courriel phone telephone tel telefono telefon mobile movil portable handy fax whatsapp
  user uid userid username login nick nickname usuario benutzer utilisateur
  fname lname mname uname surname firstname lastname fullname forename apellido apellidos nombre vorname nachname nom prenom
  dni nie nif cif ssn passport pasaporte reisepass passeport iban bic card creditcard tarjeta karte carte cc taxid
  birthday birthdate birth bday dob nacimiento geburtstag geburtsdatum naissance age edad
  address addr direccion domicilio anschrift adresse street calle strasse rue zip zipcode postcode postal plz cp
  lat lon lng latitude longitude latitud longitud latlng latlon coords geo ip ipaddress
  patient paciente customer cliente kunde member employee
`)
/** Words long enough to be found within others: `billingaddress`, `kundentelefon`. */
const PERSONAL_PARTS =
  /mail|phone|telefon|whatsapp|^user|user$|usuario|benutzer|utilisateur|customer|^kunden|address|adress|direccion|domicilio|anschrift|passport|pasaporte|iban|birth|geburt|naissance|nacimiento|surname|firstname|lastname|fullname|vorname|nachname|apellido|creditcard|latitud|longitud/

/** Words that make a name personal: `first_name` is, `product_name` is not. */
const OWNERS = splitWords(`
  first last full given family middle sur real display nick user contact guest member customer patient
`)
/** Words that are joined to others without a separator: `telno`, `smspin`, `clientip`. */
const COMPANIONS = splitWords(
  `id no nr num number numero nummer code my your the client home work cell sms remote src db`,
)

const compileCompound = (words: readonly string[]): RegExp =>
  new RegExp(`^(?:${COMPANIONS.join('|')})*(?:${words.join('|')})(?:${COMPANIONS.join('|')})*$`)

const PASSWORD_COMPOUND = /* @__PURE__ */ compileCompound(PASSWORD_WORDS)
const PERSONAL_COMPOUND = /* @__PURE__ */ compileCompound(PERSONAL_WORDS)
const OWNED_NAME = /* @__PURE__ */ new RegExp(`^(?:${OWNERS.join('|')})names?$`)

/** Whether a parameter of this name holds a password or another secret to leave out: `db_pwd`, `contraseña`, `otp`. */
export function isPasswordName(name: string): boolean {
  const words = splitName(name)
  return PASSWORD_PARTS.test(words.join('')) || words.some((word) => PASSWORD_COMPOUND.test(word))
}

/** Whether a parameter of this name grants access: a token, a signature, a key. */
export const isPermissionName = (name: string): boolean => PERMISSION.test(name)

/** Whether a parameter of this name holds personal data: `email`, `userid`, `billingAddress`, `first-name`, `dirección`. */
export function isPersonalName(name: string): boolean {
  const words = splitName(name)
  if (words.some((word) => PERSONAL_COMPOUND.test(word) || PERSONAL_PARTS.test(word) || OWNED_NAME.test(word)))
    return true
  return words.includes('name') && (words.length === 1 || words.some((word) => OWNERS.includes(word)))
}

function splitName(name: string): string[] {
  return removeAccents(name)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/\P{L}+/u)
    .filter((word) => word !== '')
}
