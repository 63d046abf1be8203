// A link for everyone who is not the owner.
import { html } from "../vendor/preact.js";
import { CopyField } from "./copy-field.js";

const guests = { black: "Black", white: "White", onlooker: "onlookers", arbiter: "the arbiter, who sees all" };

export function Invite({ table }) {
  const { links } = table.hello;
  if (!links) return null;
  const players = table.live?.players ?? {};
  const taken = (role) => players[role] && players[role] !== "human";
  return html`<h3>Links for others</h3>${Object.entries(guests)
      .filter(([role]) => links[role])
      .map(
        ([role, words]) =>
          html`<${CopyField} key=${role} id=${`link-${role}`} label=${`For ${words}`} text=${links[role]} />
          ${taken(role) && html`<p class="help">${players[role]} plays here; under Seats, make it human first.</p>`}`,
      )}
    <p class="help">They open in a browser of this machine. Who sits at another one keeps <code>ssh -L
      ${location.port}:127.0.0.1:${location.port} THIS-MACHINE</code> running beside.</p>`;
}
