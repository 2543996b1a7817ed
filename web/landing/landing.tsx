import './landing.css';
