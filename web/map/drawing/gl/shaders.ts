/** Colours and bounds that the program of points has room for. */
export const maxClasses = 16;

/** Each point is a rectangle on the ground, turned to the direction of travel, in the colour of its class. */
export const pointVertices = `#version 300 es
layout(location = 0) in vec2 corner;
layout(location = 1) in vec2 at;
layout(location = 2) in float value;
layout(location = 3) in float heading;
layout(location = 4) in float state;
uniform vec2 centre;
uniform vec2 clipPerMetre;
uniform vec2 wideLong;
uniform float showHidden;
uniform int bounds;
uniform float bound[${maxClasses}];
uniform vec4 colour[${maxClasses}];
flat out vec4 shade;
void main() {
  int index = 0;
  for (int next = 0; next < bounds; next++) if (value > bound[next]) index = next + 1;
  shade = colour[index];
  bool isSeen = (state < 0.5 || showHidden > 0.5) && shade.a > 0.0;
  vec2 metres = corner * wideLong;
  vec2 turned = vec2(metres.x * cos(heading) + metres.y * sin(heading), metres.y * cos(heading) - metres.x * sin(heading));
  gl_Position = isSeen ? vec4((at + turned - centre) * clipPerMetre, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

export const pointFragments = `#version 300 es
precision mediump float;
flat in vec4 shade;
out vec4 colour;
void main() {
  colour = vec4(shade.rgb * shade.a, shade.a);
}`;

/** A picture on the ground, north up. */
export const pictureVertices = `#version 300 es
layout(location = 0) in vec2 corner;
uniform vec2 centre;
uniform vec2 clipPerMetre;
uniform vec4 edges;
out vec2 place;
void main() {
  place = vec2(corner.x + 0.5, 0.5 - corner.y);
  vec2 metres = mix(edges.xy, edges.zw, corner + 0.5);
  gl_Position = vec4((metres - centre) * clipPerMetre, 0.0, 1.0);
}`;

export const pictureFragments = `#version 300 es
precision mediump float;
in vec2 place;
uniform sampler2D picture;
out vec4 colour;
void main() {
  colour = texture(picture, place);
}`;
